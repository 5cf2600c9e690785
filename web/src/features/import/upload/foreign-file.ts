/** Kinds that certainly hold no transactions. Anything else the server looks at: names and types are hearsay. */
const FOREIGN_TYPES =
  /^(image|audio|video|font)\/|^application\/(pdf|zip|msword|vnd\.(ms-|openxmlformats|oasis))/;
const FOREIGN_NAMES =
  /\.(pdf|docx?|xlsx?|xlsm|pptx?|ods|odt|rtf|zip|7z|rar|png|jpe?g|gif|bmp|tiff?|webp|heic|svg|mp[34]|mov|exe|dll|msi|html?)$/i;
const WORKBOOK = /\.(xlsx?|xlsm|ods)$/i;

/**
 * Why a file cannot be one of ours, by its name and the type the browser gives it; null when it may be. A `.csv` is
 * taken whatever its type: some systems call it a spreadsheet.
 */
export function whyForeign({ name, type }: { name: string; type: string }): string | null {
  if (WORKBOOK.test(name)) return 'Please save the workbook as CSV and select that file.';
  const isForeign = FOREIGN_NAMES.test(name) || (FOREIGN_TYPES.test(type) && !/\.csv(\.gz)?$/i.test(name));
  return isForeign ? 'Please select a JSON, CSV or NACHA file.' : null;
}
