/** What the gateway alone is told: the proxy that speaks TLS in front, when there is one. */
const ORIGINS = /^https?:\/\/[^/,\s]+(,https?:\/\/[^/,\s]+)*$/;

type Value = (name: string) => string | undefined;

/** @returns the variables that are set, as they are */
export function proxySettings(value: Value): Record<string, string> {
  return Object.fromEntries(
    ['PUBLIC_ORIGINS', 'TRUST_PROXY_HOPS'].flatMap((name) => {
      const set = value(name);
      return set === undefined ? [] : [[name, set]];
    }),
  );
}

/** @returns a sentence for each problem */
export function problemsOfProxySettings(value: Value): string[] {
  const problems: string[] = [];
  const [origins, hops] = [value('PUBLIC_ORIGINS'), value('TRUST_PROXY_HOPS')];
  if (origins !== undefined && !ORIGINS.test(origins))
    problems.push('PUBLIC_ORIGINS must be origins like https://clearwatch.example.org, separated by commas');
  if (hops !== undefined && !/^[0-5]$/.test(hops))
    problems.push('TRUST_PROXY_HOPS must be a number of proxies (0 to 5)');
  if (origins?.includes('https:') === true && (hops ?? '0') === '0')
    problems.push('TRUST_PROXY_HOPS must be 1 or more when PUBLIC_ORIGINS is https://');
  return problems;
}
