import { readFileSync } from 'node:fs';

/** What nobody else may see, and addresses that may hold it. */
const SECRETS = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'OPENAI_API_KEY',
  'LLAMA_CLOUD_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'BACKUP_KEY',
] as const;
const PASSWORDS = { DATABASE_PASSWORD: 'DATABASE_URL', REDIS_PASSWORD: 'REDIS_URL' } as const;

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Each secret that a file holds (`ADMIN_PASSWORD_FILE`), and each address with the password that is given apart from it,
 * to be taken for the variables of `npm start`. The services take both by themselves (packages/service-kit/src/config); this runs before
 * they are built.
 * @param problems gets a sentence for each, without a value or a path
 */
export function secretsInFiles(source: Source, problems: string[]): Source {
  const values: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = source[`${name}_FILE`] ?? '';
    if (path === '') continue;
    if ((source[name] ?? '') === '') values[name] = contentOf(path, name, problems);
    else problems.push(`${name} and ${name}_FILE are both set: keep one`);
  }
  for (const [name, addressName] of Object.entries(PASSWORDS)) {
    const [password, address] = [name, addressName].map((key) => values[key] ?? source[key] ?? '') as [
      string,
      string,
    ];
    if (password === '') continue;
    if (address === '') problems.push(`${name} is set, but ${addressName} is not`);
    if (!URL.canParse(address)) continue;
    const url = new URL(address);
    if (url.password !== '')
      problems.push(`${name} is set, but ${addressName} holds a password too: keep one`);
    url.password = encodeURIComponent(password);
    values[addressName] = url.toString();
  }
  return values;
}

function contentOf(path: string, name: string, problems: string[]): string {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (!/[\r\n]/.test(text)) return text;
    problems.push(`${name}_FILE names a file of more than one line; it must hold one value`);
  } catch (error) {
    problems.push(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return '';
}
