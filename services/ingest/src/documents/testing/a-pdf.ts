import { createHash } from 'node:crypto';

interface PdfOptions {
  /** Lines of each page, top to bottom, as a typewriter sets them. */
  pages: readonly (readonly string[])[];
  /** Run when it is opened, by readers that run such things. */
  script?: string;
  isEncrypted?: boolean;
  /** Of each page, in points: a strip of paper is read out of its picture in half the time of a letter. */
  height?: number;
}

const LETTER = { width: 612, height: 792 };
const MARGIN = 36;
const LINE = 14;

/** The bytes of a PDF (ISO 32000-1, 7.5), US letter, Courier of nine points. */
export function aPdf({ pages, script, isEncrypted = false, height = LETTER.height }: PdfOptions): Buffer {
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

/** A password that nobody knows: what is kept of it fits none. */
function encryption(): string {
  const half = createHash('sha256').update('nobody knows').digest('hex');
  return ` /ID [<${half}> <${half}>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${half}> /U <${half}> >>`;
}
