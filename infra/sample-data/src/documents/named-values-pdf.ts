import type { DocumentEntry } from './document-entry.ts';
import { pdfOf } from './pdf-of.ts';
import { amountOf, dayOf, lastNameFirst } from './written.ts';

/** Each entry as named values, two beside each other. */
export function namedValuesPdf(entries: readonly DocumentEntry[]): Promise<Buffer> {
  return pdfOf({ isLandscape: false }, (pdf) => {
    let y = 40;
    for (const [index, entry] of entries.entries()) {
      if (y > 700) {
        pdf.addPage();
        y = 40;
      }
      pdf
        .font('Helvetica-Bold')
        .fontSize(9)
        .text(`Transaction ${index + 1}`, 36, y);
      pdf.font('Helvetica');
      const values = [
        `Account Number: ${entry.accountNumber}`,
        `Name: ${lastNameFirst(entry)}`,
        `Company: ${entry.company}`,
        `Transaction Code: ${entry.transactionCode}`,
        `Amount: $${amountOf(entry)}`,
        `Type: ${entry.transactionType}`,
        `Posting Date: ${dayOf(entry)}`,
        `Description: ${entry.description}`,
      ];
      for (const [place, value] of values.entries()) {
        if (place % 2 === 0) y += 13;
        pdf.text(value, place % 2 === 0 ? 36 : 300, y, { lineBreak: false });
      }
      y += 24;
    }
  });
}
