// Packs the files of a folder into a ZIP file, in the order of the names, without the times of the files.
//
//   pack ZIP FOLDER FILE...
//
// FILE is the path of a file below FOLDER.
#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>

// Ends the program if a call of libarchive failed.
static void check(struct archive *archive, int code) {
  if (code == ARCHIVE_OK) return;
  fprintf(stderr, "pack: %s\n", archive_error_string(archive));
  exit(1);
}

static void add(struct archive *archive, const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) {
    perror(path);
    exit(1);
  }
  long size = ftell(file);
  rewind(file);
  char *content = malloc((size_t)size + 1);
  if (!content || fread(content, 1, (size_t)size, file) != (size_t)size) {
    perror(path);
    exit(1);
  }
  fclose(file);
  struct archive_entry *entry = archive_entry_new();
  archive_entry_set_pathname(entry, name);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, size);
  check(archive, archive_write_header(archive, entry));
  if (archive_write_data(archive, content, (size_t)size) != size) check(archive, ARCHIVE_FATAL);
  archive_entry_free(entry);
  free(content);
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: pack ZIP FOLDER FILE...\n");
    return 64;
  }
  struct archive *archive = archive_write_new();
  check(archive, archive_write_set_format_zip(archive));
  check(archive, archive_write_open_filename(archive, argv[1]));
  for (int index = 3; index < argc; index++) add(archive, argv[2], argv[index]);
  check(archive, archive_write_close(archive));
  archive_write_free(archive);
  return 0;
}
