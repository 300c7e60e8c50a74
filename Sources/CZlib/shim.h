#ifndef CARTOGRAPHER_CZLIB_SHIM_H
#define CARTOGRAPHER_CZLIB_SHIM_H

#include <zlib.h>

#endif
