import CartographerPresentation

/// A short page of a manual with every element of the Markdown subset.
enum SampleManual {
  static let page = ManualText(markdown: markdown)

  static let markdown = """
    # Sample page

    A paragraph with `code`, **strong text**, a link to the [next section](#a-list-and-a-table) and
    a link to [another page](index.md). This sentence is long enough to be wrapped on a screen of
    eighty columns.

    <picture>
      <img src="pictures/sample.svg" alt="A picture">
    </picture>

    ## A list and a table

    - The first item links to [the map](map.md#zoom).
    - The second item is long enough to need more than one line, so that the text below the first
      line is indented.
      1. A numbered item belongs to the second item.

    | Keys | Action |
    |---|---|
    | `j` `down` | Next row |
    | `a \\| b` | A cell with a vertical bar |

    ```sh
    cartographer list paths
    ```

    The last link leads [to a web site](https://example.org/).
    """
}
