/** What the ingest service alone is told: the service that may read documents. */
const NAMES = ['LLAMA_CLOUD_API_KEY', 'LLAMA_CLOUD_BASE_URL'] as const;
/** A shorter one is a slip of the pen. */
const SHORTEST_KEY = 8;

type Value = (name: string) => string | undefined;

/** @returns the variables that are set, as they are */
export function documentSettings(value: Value): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const set = value(name);
      return set === undefined ? [] : [[name, set]];
    }),
  );
}

/** @returns a sentence for each problem; never a value, which may be a key */
export function problemsOfDocumentSettings(value: Value): string[] {
  const problems: string[] = [];
  const key = value('LLAMA_CLOUD_API_KEY');
  const address = value('LLAMA_CLOUD_BASE_URL');
  if (key !== undefined && key.length < SHORTEST_KEY)
    problems.push('LLAMA_CLOUD_API_KEY must be a key of LlamaCloud');
  if (address !== undefined && !/^https?:\/\/[^/\s]+/.test(address))
    problems.push('LLAMA_CLOUD_BASE_URL must be an http:// or https:// address');
  if (address !== undefined && key === undefined)
    problems.push('LLAMA_CLOUD_API_KEY must be set when LLAMA_CLOUD_BASE_URL is');
  return problems;
}
