/** Of a hundred mutants of a folder, how many its tests must notice (`docs/mutation.md`). Raised with the tests, never lowered. */
export const MUTATION_FLOORS: Readonly<Record<string, number>> = {
  calendar: 99,
  companies: 97,
  csv: 84,
  definitions: 100,
  extraction: 89,
  // Measured in parts, by a quicker loop than the command: what is between this and 87 is for what that may have missed.
  fraud: 85,
  import: 84,
  institution: 95,
  members: 95,
  metrics: 100,
  money: 86,
  nacha: 94,
  retention: 96,
};
