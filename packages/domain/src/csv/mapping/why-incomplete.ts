/** "1.23457E+15": the digits are gone, and many accounts would become one. */
const SHORTENED = /^\d(?:\.\d+)?E\+\d+$/i;
/** "****1234": the accounts of many members would become one. */
const MASKED = /^[*xX•#]{2,}/;

/** Why an account or trace number cannot be the whole one; null when it can. */
export function whyIncomplete(number: string): string | null {
  if (SHORTENED.test(number))
    return 'a spreadsheet has shortened the number and its digits are lost; format the column as text and export it again';
  return MASKED.test(number) ? 'the number is masked; export the whole number' : null;
}
