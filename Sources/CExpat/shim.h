#ifndef CARTOGRAPHER_CEXPAT_SHIM_H
#define CARTOGRAPHER_CEXPAT_SHIM_H

#include <expat.h>
#include <iconv.h>

#endif
