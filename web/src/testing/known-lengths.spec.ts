describe('a list of elements', () => {
  beforeEach(() => {
    document.body.innerHTML = '<i id="a"></i><i name="b"></i>';
  });
  afterEach(() => {
    document.body.replaceChildren();
  });

  it('follows the document and finds by name', () => {
    const list = document.getElementsByTagName('i');
    expect(list).toHaveLength(2);
    document.body.append(document.createElement('i'));
    expect(list).toHaveLength(3);
    expect([...list].map(({ id }) => id)).toEqual(['a', '', '']);
    expect(list.namedItem('b')).toBe(list[1]);
    expect(list.namedItem('c')).toBeNull();
  });
});
