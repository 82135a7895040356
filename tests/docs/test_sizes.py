"""Files and functions stay as short as they were before the rooms."""

import statistics

from bench import sizes


def spread(found):
    """Median, 90th percentile and longest."""
    lines = sorted(size.lines for size in found)
    return statistics.median(lines), lines[int(0.9 * (len(lines) - 1))], lines[-1]


def no_worse(found, than):
    return all(now <= before for now, before in zip(spread(found), than, strict=True))


def test_files_are_no_longer_than_they_were():
    found = [sizes.size_of_file(path, sizes.ROOT) for path in sizes.sources(sizes.ROOT)]
    assert no_worse(found, than=(83, 197, 310)), [str(size) for size in sorted(found)[-3:]]


def test_functions_are_no_longer_than_they_were():
    paths = sizes.sources(sizes.ROOT)
    found = [size for path in paths for size in sizes.functions_of(path, sizes.ROOT)]
    assert no_worse(found, than=(6, 17, 69)), [str(size) for size in sorted(found)[-3:]]


def test_a_docstring_does_not_make_a_function_long(tmp_path):
    file = tmp_path / "one.py"
    file.write_text('def f():\n    """One.\n\n    Two.\n    """\n    return 1\n')
    assert [size.lines for size in sizes.functions_of(file, tmp_path)] == [2]
    assert sizes.size_of_file(file, tmp_path).lines == 6


def test_a_file_without_code_is_not_counted(tmp_path):
    (tmp_path / "one.py").write_text('"""Nothing else."""\n')
    assert not sizes.has_code(tmp_path / "one.py")
