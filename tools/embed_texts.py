#!/usr/bin/env python3
"""embed_texts.py OUT.cpp --pages FILE... --text NAME=FILE[+FILE...]...

Writes the compressed texts of the executable as C++: the pages of the rules, found by `rule_page(id)` (an id is the
file's name), and for each NAME a function that gives the text of its files one after the other.
"""
import argparse
import os
import zlib


def array(name, data):
    rows = [', '.join(str(b) for b in data[i:i + 40]) for i in range(0, len(data), 40)]
    return 'constexpr unsigned char %s[] = {\n%s};\n' % (name, ',\n'.join(rows))


def read(path):
    with open(path, encoding='utf-8', newline='') as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('out')
    parser.add_argument('--pages', nargs='*', default=[])
    parser.add_argument('--text', action='append', default=[])
    arguments = parser.parse_args()

    packed = {}     # path -> name of its array and length; a file that several texts share stands once
    arrays = []
    for text in arguments.text:
        for path in text.split('=', 1)[1].split('+'):
            if path not in packed:
                data = read(path).encode()
                packed[path] = ('text_%d' % len(packed), len(data))
                arrays.append(array(packed[path][0], zlib.compress(data, 9)))
    pages = sorted((os.path.splitext(os.path.basename(page))[0].replace('_', '-'), read(page).encode())
                   for page in arguments.pages)
    page_blob = b''
    rows = []
    for page, data in pages:
        rows.append('    {"%s", %d, %d},' % (page, len(page_blob), len(data)))
        page_blob += data

    lines = ['#include "analysis/base/inflate.h"', '#include "analysis/library/python_text.h"',
             '#include "analysis/rules/rule.h"', '', 'namespace graphfence {', 'namespace {',
             *arrays, array('packed_pages', zlib.compress(page_blob, 9)),
             'struct Page {\n  std::string_view id;\n  std::size_t offset, length;\n};',
             'constexpr Page page_places[] = {'] + rows + ['};',
             '}  // namespace',
             'std::string_view rule_page(std::string_view id) {',
             '  static const std::string pages = inflate(packed_pages, sizeof packed_pages, %d);' % len(page_blob),
             '  for (const Page& page : page_places)',
             '    if (page.id == id) return std::string_view(pages).substr(page.offset, page.length);',
             '  return {};', '}', 'namespace library {']
    for text in arguments.text:
        name, files = text.split('=', 1)
        parts = ['inflate(%s, sizeof %s, %d)' % (packed[path][0], packed[path][0], packed[path][1])
                 for path in files.split('+')]
        lines.append('std::string %s() { return %s; }' % (name, ' + '.join(parts)))
    lines += ['}  // namespace library', '}  // namespace graphfence', '']
    with open(arguments.out, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines))


if __name__ == '__main__':
    main()
