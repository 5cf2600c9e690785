import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import type { GrayPixels } from '../reading/page-ink.ts';

export const WIDTH = 400;
const HEIGHT = 100;

export function paperWithBoxes(...boxes: { x: number; y: number; width: number; height: number }[]): GrayPixels {
  const data = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (const { x, y, width, height } of boxes)
    for (let row = y; row < y + height; row += 1) data.fill(0, row * WIDTH + x, row * WIDTH + x + width);
  return { data, width: WIDTH, height: HEIGHT };
}

interface Part {
  name: string;
  content: string | Buffer;
  isDeflated?: boolean;
  /** The declared unpacked size, if it differs from the content. */
  declaredBytes?: number;
  /** The declared compression method, if it differs. */
  method?: number;
}

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** The bytes of a Word document (ECMA-376). @param body WordprocessingML @param before markup above its root */
export function docxFile(body: string, { before = '', further = [] as readonly Part[] } = {}): Buffer {
  const document = `<?xml version="1.0"?>${before}<w:document ${NAMESPACE}><w:body>${body}</w:body></w:document>`;
  return zipArchive([
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: RELATIONS },
    { name: 'word/document.xml', content: document },
    ...further,
  ]);
}

export const docxParagraph = (text: string): string =>
  `<w:p><w:r>${text
    .split('\t')
    .map((part) => `<w:t xml:space="preserve">${part}</w:t>`)
    .join('<w:tab/>')}</w:r></w:p>`;

/** @param properties of the cell, such as how many columns it spans */
export const docxCell = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${text.split('\n').map(docxParagraph).join('')}</w:tc>`;

export const docxTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`;

/** The bytes of an archive (PKWARE APPNOTE 4.3). */
export function zipArchive(parts: readonly Part[]): Buffer {
  const kept: Buffer[] = [];
  const listed: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isDeflated = false, declaredBytes, method = isDeflated ? 8 : 0 } of parts) {
    const [title, unpacked] = [Buffer.from(name), Buffer.from(content)];
    const bytes = isDeflated ? deflateRawSync(unpacked) : unpacked;
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(method, 4);
    about.writeUInt32LE(crc32(unpacked), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(declaredBytes ?? unpacked.length, 18);
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

interface PdfOptions {
  /** Lines of each page, top to bottom, in a fixed-width font. */
  pages: readonly (readonly string[])[];
  /** JavaScript that some readers run when they open the file. */
  script?: string;
  isEncrypted?: boolean;
  /** Height of each page in points. OCR of a strip takes half the time of a letter page. */
  height?: number;
}

const LETTER = { width: 612, height: 792 };
const MARGIN = 36;
const LINE = 14;

/** The bytes of a PDF (ISO 32000-1, 7.5), US letter, nine-point Courier. */
export function pdfFile({ pages, script, isEncrypted = false, height = LETTER.height }: PdfOptions): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const action = script === undefined ? '' : ` /OpenAction << /S /JavaScript /JS (${escaped(script)}) >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${action} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    ...pages.flatMap((lines, index) => {
      const content = contentOf(lines, height);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${LETTER.width} ${height}] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${isEncrypted ? encryption() : ''} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function contentOf(lines: readonly string[], height: number): string {
  const top = height - MARGIN;
  return `BT /F1 9 Tf ${LINE} TL ${MARGIN} ${top} Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`;
}

const escaped = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`);

/** Encryption whose password does not exist. */
function encryption(): string {
  const half = createHash('sha256').update('no such password').digest('hex');
  return ` /ID [<${half}> <${half}>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${half}> /U <${half}> >>`;
}
