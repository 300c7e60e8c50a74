# Measures the start of the program. run.sh sources this file and defines its functions.

# A C program that prints a word shows the minimum time of a process.
"$program" --version >/dev/null
for ((run = 0; run < 50; run++)); do
  timed version "$program" --version
  timed hello "$tools/hello"
done
say "--version, warm, median of 50: $(wall version) s; a C program that prints: $(wall hello) s"
gate "--version / a C program that prints" "$(ratio "$(cpu version)" "$(cpu hello)")" 22 ''
