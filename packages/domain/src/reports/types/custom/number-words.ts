/** Numbers that people write in letters in a question: "top ten", "the last eight weeks". */
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
  ['thirty', 30],
  ['fifty', 50],
  ['hundred', 100],
]);
