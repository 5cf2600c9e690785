/** A document that cannot be read, in a sentence that says why and what to do. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
}
