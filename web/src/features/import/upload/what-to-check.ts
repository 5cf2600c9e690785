/** Spec section 8 has the sentence for JSON; other files are not told to be JSON. */
export function whatToCheck({ name }: { name: string }): string {
  return /\.json(\.gz)?$/i.test(name)
    ? 'Please check your JSON file format and try again.'
    : 'Please check the format of the file and try again.';
}
