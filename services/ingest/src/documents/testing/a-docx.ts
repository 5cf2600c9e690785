import { crc32 } from 'node:zlib';

interface Part {
  name: string;
  content: string;
  /** What the archive says that it unpacks to, when that is not what it holds. */
  declaredBytes?: number;
}

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** The bytes of a Word document (ECMA-376). @param body WordprocessingML @param before what stands above its root */
export function aDocx(body: string, { before = '', further = [] as readonly Part[] } = {}): Buffer {
  const document = `<?xml version="1.0"?>${before}<w:document ${NAMESPACE}><w:body>${body}</w:body></w:document>`;
  return anArchive([
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: RELATIONS },
    { name: 'word/document.xml', content: document },
    ...further,
  ]);
}

export const aParagraph = (text: string): string =>
  `<w:p><w:r>${text
    .split('\t')
    .map((part) => `<w:t xml:space="preserve">${part}</w:t>`)
    .join('<w:tab/>')}</w:r></w:p>`;

/** @param properties of the cell, say how many columns it spans */
export const aCell = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${text.split('\n').map(aParagraph).join('')}</w:tc>`;

export const aTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`;

/** An archive whose parts are kept as they are (PKWARE APPNOTE 4.3). */
export function anArchive(parts: readonly Part[]): Buffer {
  const kept: Buffer[] = [];
  const listed: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredBytes } of parts) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(content)];
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(declaredBytes ?? bytes.length, 18);
    about.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), about, title, bytes]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    listed.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), about, where, title]));
    kept.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...kept, list, end]);
}
