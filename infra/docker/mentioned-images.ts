/** Files that name images of others. */
export const MENTIONING = [
  'docker-compose.yml',
  'infra/docker/Dockerfile',
  'infra/kubernetes/data/postgres.yaml',
  'infra/kubernetes/data/redis.yaml',
];

/** Images of others that a file names, as it names them. */
export function mentionedImages(text: string): string[] {
  const named = [...text.matchAll(/^(?:FROM|\s*image:) +"?([\w./-]+:[\w.@:-]+)/gm)].map(
    ([, name = '']) => name,
  );
  return named.filter((name) => !name.startsWith('clearwatch:'));
}

/** The list of digests, by the name of the image. */
export function digestsIn(list: string): Record<string, string> {
  return JSON.parse(list) as Record<string, string>;
}
