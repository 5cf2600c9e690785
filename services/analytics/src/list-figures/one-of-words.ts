export const oneOfWords = (words: readonly string[]) => ({
  message: `$property must be one of ${words.join(', ')}`,
});
