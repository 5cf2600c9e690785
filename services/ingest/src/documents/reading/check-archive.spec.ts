import { aDocx, anArchive, aParagraph } from '../testing/a-docx.ts';
import { checkArchive } from './check-archive.ts';

const MEGABYTE = 1024 ** 2;
const document = { name: 'word/document.xml', content: '<w:document/>' };

describe('an archive', () => {
  it('that holds a Word document may be unpacked', () => {
    expect(() => checkArchive(aDocx(aParagraph('text')))).not.toThrow();
  });

  it('may declare a hundred megabytes, and not a byte more', () => {
    const room = 100 * MEGABYTE - document.content.length;
    const declaring = (declaredBytes: number) =>
      anArchive([document, { name: 'word/media/x.png', content: 'x', declaredBytes }]);
    expect(() => checkArchive(declaring(room))).not.toThrow();
    expect(() => checkArchive(declaring(room + 1))).toThrow(/more than 100 MB/);
  });

  it('adds up what its parts declare', () => {
    const parts = Array.from({ length: 5 }, (_, index) => ({
      name: `word/${index}.xml`,
      content: 'x',
      declaredBytes: 25 * MEGABYTE,
    }));
    expect(() => checkArchive(anArchive([document, ...parts]))).toThrow(/more than 100 MB/);
  });

  it('of very many parts is no document', () => {
    const parts = Array.from({ length: 2_001 }, (_, index) => ({ name: `${index}`, content: '' }));
    expect(() => checkArchive(anArchive([document, ...parts]))).toThrow(/more than 100 MB/);
  });

  it.each<[string, () => Buffer]>([
    ['holds no Word document', () => anArchive([{ name: 'xl/workbook.xml', content: '' }])],
    ['was cut off', () => aDocx('').subarray(0, -10)],
    [
      'lists parts that are not there',
      () => Buffer.concat([aDocx('').subarray(0, 8), aDocx('').subarray(-22)]),
    ],
    ['is empty', () => Buffer.alloc(0)],
    ['is a signature alone', () => Buffer.from('504b0304', 'hex')],
  ])('that %s is refused with what to do', (_what, bytes) => {
    expect(() => checkArchive(bytes())).toThrow(/^The file is no Word document, or it is damaged/);
  });
});
