"""A file of a list has the same bounds as a pasted list."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile


@pytest.mark.parametrize(
    "content", [b"a, b\n" * 380_000, b"\n" * 300_000 + b"a", b'"x, y\n' * 6_000]
)
@pytest.mark.sampled(3)
def test_a_large_text_file_is_refused_with_a_small_page(desk, at, empty, content):
    file = SimpleUploadedFile("list.txt", content)
    response = desk.post(at("import_pairs", empty.slug), {"file": file})
    assert response.status_code == 400
    assert len(response.content) < 1_000_000
