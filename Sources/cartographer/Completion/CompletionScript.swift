/// The completion scripts for shells. Each script asks the hidden command `complete` for the words
/// that can follow, so that a script stays valid for later versions of the program.
///
/// The first line that `complete` prints is `values`, `folders`, `files`, or `files` followed by
/// file extensions. Each other line begins with a value. For zsh and fish, a tab and a description
/// follow the value.
enum CompletionScript {
  /// The bash completion script. The script inserts names exactly as quoted by the program, because
  /// readline and `compgen -W` would expand special characters in names.
  static let bash = """
    # Completions of cartographer for bash.
    _cartographer() {
        local program=${COMP_WORDS[0]/#\\~/$HOME} kind='' word extensions
        COMPREPLY=()
        {
            IFS= read -r kind
            while IFS= read -r word; do
                COMPREPLY+=("$word")
            done
        } < <("$program" complete --shell bash -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
        case $kind in
        files*)
            compopt -o filenames 2>/dev/null
            extensions=" ${kind#files} "
            while IFS= read -r word; do
                if [[ -d $word || $extensions == '  ' || $extensions == *" ${word##*.} "* ]]; then
                    COMPREPLY+=("$word")
                fi
            done < <(compgen -f -- "$2")
            ;;
        folders)
            compopt -o filenames 2>/dev/null
            while IFS= read -r word; do
                COMPREPLY+=("$word")
            done < <(compgen -d -- "$2")
            ;;
        esac
    }
    complete -F _cartographer cartographer

    """

  static let zsh = """
    #compdef cartographer
    # Completions of cartographer for zsh.
    _cartographer() {
        local -a lines values notes
        local line kind
        lines=("${(@f)$("${words[1]/#\\~/$HOME}" complete --shell zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
        kind=${lines[1]}
        for line in "${(@)lines[2,-1]}"; do
            values+=("${line%%$'\\t'*}")
            notes+=("${line/$'\\t'/  -- }")
        done
        (( ${#values} )) && compadd -l -d notes -a values
        case $kind in
        files) _files ;;
        'files '*) _files -g "*.(${${kind#files }// /|})(-.)" ;;
        folders) _files -/ ;;
        esac
    }
    if [[ ${funcstack[1]} = _cartographer ]]; then
        _cartographer "$@"
    else
        compdef _cartographer cartographer
    fi

    """

  static let fish = """
    # Completions of cartographer for fish.
    function __cartographer_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l program (string replace -r '^~' $HOME -- $words[1])
        set -l lines ($program complete --shell fish -- $words[2..-1] "$current" 2>/dev/null)
        set -q lines[2]; and printf '%s\\n' $lines[2..-1]
        switch "$lines[1]"
            case 'files*'
                __fish_complete_path "$current"
            case folders
                __fish_complete_directories "$current"
        end
    end
    complete -c cartographer -f -a '(__cartographer_complete)'

    """
}
