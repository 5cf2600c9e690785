import { rowCounter } from './row-counter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('counting the rows of a CSV file as it comes', () => {
  it('leaves out the heading and line feeds within texts, wherever the pieces are cut', () => {
    const file = '\uFEFFMember,Note\r\nDana,"two\r\nlines"\r\nSam,"a ""quoted"" word"\r\n';
    for (let cut = 0; cut <= file.length; cut += 1) {
      const rows = rowCounter();
      rows.count(bytes(file.slice(0, cut)));
      expect(rows.count(bytes(file.slice(cut)))).toBe(2);
    }
  });

  it('has counted nothing before the heading is there', () => {
    const rows = rowCounter();
    expect(rows.count(bytes('Member,'))).toBe(0);
    expect(rows.count(bytes('Note\r\n'))).toBe(0);
    expect(rows.count(bytes('Dana,\r\n'))).toBe(1);
  });
});
