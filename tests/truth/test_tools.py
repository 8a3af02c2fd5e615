#!/usr/bin/env python3
"""Tests of the truth tools that need no TensorFlow: heads, stable records, claims, fixes."""
import os
import tempfile
import unittest

import check_record
import corpus_check
import fix_check
import headers
import reading

HEAD = {'expect-error': 'ValueError', 'expect-phase': 'keras3', 'expect-other': 'none'}


def raw(**changes):
    result = {'exit': 0, 'exception': '', 'mro': [], 'place': None, 'message': '',
              'timeout': False, 'stdout': '', 'stderr': ''}
    result.update(changes)
    return result


def finding(line, related=(), name='a.py'):
    return {'file': 'x/' + name, 'range': {'start': {'line': line, 'column': 1},
                                           'end': {'line': line, 'column': 9}},
            'related': [{'file': 'x/' + n, 'range': {'start': {'line': k}}} for n, k in related]}


class Heads(unittest.TestCase):
    def test_the_head_ends_at_the_first_other_line(self):
        text = '# expect-error: none\n# clean: true\n\n# kind: not a head any more\n'
        self.assertEqual(headers.parse_header(text), {'expect-error': 'none', 'clean': 'true'})

    def test_a_file_that_begins_with_a_docstring_is_no_program(self):
        self.assertFalse(headers.is_program(headers.parse_header('"""Text."""\n# expect-error: none\n')))

    def test_the_other_generation_has_its_own_end(self):
        self.assertEqual(headers.expected_end(HEAD, 'k3'), {'ValueError'})
        self.assertEqual(headers.expected_end(HEAD, 'k2'), {'ok'})

    def test_verified_wins(self):
        head = dict(HEAD, verified='tf28=TypeError, tf215=ok')
        self.assertEqual(headers.expected_end(head, 'k28'), {'TypeError'})

    def test_without_a_word_about_the_other_generation_there_is_no_claim(self):
        self.assertIsNone(headers.expected_end({'expect-error': 'none', 'expect-phase': 'keras3'}, 'k2'))

    def test_places_may_name_another_file(self):
        self.assertEqual(headers.places('b.py:3, 12'), [('b.py', 3), (None, 12)])
        self.assertEqual(headers.places('none'), [])

    def test_the_digest_sees_the_body_and_the_number_of_head_lines_only(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'p.py')

            def digest(text):
                with open(path, 'w') as f:
                    f.write(text)
                return headers.program_digest(path)

            first = digest('# expect-error: none\nprint(1)\n')
            self.assertEqual(first, digest('# expect-error: TypeError\nprint(1)\n'))
            self.assertNotEqual(first, digest('# expect-error: none\nprint(2)\n'))
            self.assertNotEqual(first, digest('# expect-error: none\n# clean: true\nprint(1)\n'))

    def test_the_digest_sees_imported_neighbours(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (('p.py', 'from q import x\n'), ('q.py', 'import r\n'), ('r.py', 'x = 1\n')):
                with open(os.path.join(folder, name), 'w') as f:
                    f.write(text)
            first = headers.program_digest(os.path.join(folder, 'p.py'))
            with open(os.path.join(folder, 'r.py'), 'w') as f:
                f.write('x = 2\n')
            self.assertNotEqual(first, headers.program_digest(os.path.join(folder, 'p.py')))


class Records(unittest.TestCase):
    def test_paths_addresses_and_ids_are_dropped(self):
        text = 'File "/home/a/p.py", <f at 0x7f12ab> FuncGraph(name=call, id=139)'
        self.assertEqual(reading.neutral(text), 'File "p.py", <f at 0x> FuncGraph(name=call, id=N)')

    def test_names_of_tensors_keep_their_slashes(self):
        self.assertEqual(reading.neutral("'rnn/while/mul:0'"), "'rnn/while/mul:0'")

    def test_the_innermost_frame_in_user_code_is_the_place(self):
        message = ('in user code:\n\n    File "/w/p.py", line 8, in step  *\n        f(x)\n'
                   '    File "/w/p.py", line 3, in f  *\n        g(x)\n'
                   '    File "/lib/keras/x.py", line 99, in g\n\n    TypeError: no\n')
        self.assertEqual(reading.autograph_place(message, '/w'), ('/w/p.py', 3))

    def test_a_place_in_a_neighbour_names_the_file(self):
        failed = raw(exit=1, exception='builtins.TypeError', mro=['TypeError'], place=('/w/q.py', 7))
        self.assertEqual(reading.run_record(failed, '/w/p.py')['line'], 'q.py:7')
        self.assertEqual(reading.run_record(failed, '/w/q.py')['line'], 7)

    def test_what_differs_between_two_runs_is_masked(self):
        first = reading.run_record(raw(stdout='loss 0.25 of 3\nsame\n'), 'p.py')
        second = reading.run_record(raw(stdout='loss 0.75 of 3\nsame\n'), 'p.py')
        merged = reading.merge(first, second)
        self.assertEqual(merged['stdout'], ['loss ~ of ~', 'same'])
        self.assertEqual(reading.differences(merged, second), [])

    def test_rounding_is_no_difference_but_another_value_is(self):
        record = reading.run_record(raw(stdout='loss 0.2500\n'), 'p.py')
        near = reading.run_record(raw(stdout='loss 0.2501\n'), 'p.py')
        far = reading.run_record(raw(stdout='loss 0.3500\n'), 'p.py')
        self.assertEqual(reading.differences(record, near), [])
        self.assertEqual(len(reading.differences(record, far)), 1)

    def test_another_end_is_a_difference(self):
        record = reading.run_record(raw(), 'p.py')
        failed = reading.run_record(raw(exit=1, exception='builtins.TypeError', mro=['TypeError']), 'p.py')
        self.assertTrue(reading.differences(record, failed))


class Claims(unittest.TestCase):
    def test_an_end_against_the_head_is_a_problem(self):
        ran = reading.run_record(raw(), 'p.py')
        self.assertEqual(check_record.check_run(HEAD, 'k2', ran), [])
        self.assertEqual(len(check_record.check_run(HEAD, 'k3', ran)), 1)

    def test_a_wrong_value_is_a_problem(self):
        head = {'expect-error': 'none', 'prints': 'a 1.0 | b ~'}
        right = reading.run_record(raw(stdout='a 1.0\nb 7\n'), 'p.py')
        wrong = reading.run_record(raw(stdout='a 2.0\nb 7\n'), 'p.py')
        self.assertEqual(check_record.check_run(head, 'k3', right), [])
        self.assertEqual(len(check_record.check_run(head, 'k3', wrong)), 1)


class Checker(unittest.TestCase):
    def test_a_finding_counts_by_its_own_range_or_a_related_place(self):
        head = {'fault-line': '5', 'read-line': 'b.py:2'}
        self.assertTrue(corpus_check.is_found('x/a.py', head, [finding(5)]))
        self.assertTrue(corpus_check.is_found('x/a.py', head, [finding(9, [('b.py', 2)])]))
        self.assertFalse(corpus_check.is_found('x/a.py', head, [finding(9, [('b.py', 5)])]))
        self.assertFalse(corpus_check.is_found('x/a.py', head, []))

    def test_a_program_is_faulty_only_where_its_head_says(self):
        self.assertTrue(corpus_check.faulty_on(HEAD, 'k3'))
        self.assertFalse(corpus_check.faulty_on(HEAD, 'k2'))
        silent = dict(HEAD, **{'expect-other': 'keras2: none, but the loss is dropped (silent)'})
        self.assertTrue(corpus_check.faulty_on(silent, 'k2'))

    def test_edits_are_applied_from_the_end_and_doubled_ones_once(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'a.py')
            with open(path, 'w', encoding='utf-8') as f:
                f.write('é = 1\nsecond\nthird\n')

            def edit(line, start, end, text):
                return {'file': 'x/a.py', 'text': text, 'range': {
                    'start': {'line': line, 'column': start}, 'end': {'line': line, 'column': end}}}

            fix_check.apply_edits(folder, [edit(1, 5, 6, '22'), edit(3, 1, 6, '3'), edit(1, 5, 6, '22')])
            self.assertEqual(headers.read_program(path), 'é = 22\nsecond\n3\n')


if __name__ == '__main__':
    unittest.main()
