/** A known weakness of a package of the lock file. */
export interface Advisory {
  /** `lodash` */
  name: string;
  /** Versions that have it, `<4.17.21`. */
  range: string;
  severity: string;
  title: string;
  url: string;
  /** What mends it, in words; null while nothing does. */
  fix: string | null;
}

/** What nobody leaves open who can close it. */
const SERIOUS_SEVERITIES = ['high', 'critical'];

/**
 * The grave ones among what `npm audit --json` says, each once. Its exit code cannot be used: it is the same whether there is
 * a fix or not.
 * @throws Error when npm could not ask the registry
 */
export function seriousAdvisories(report: unknown): Advisory[] {
  const { vulnerabilities, message } = fieldsOf(report);
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null)
    throw new Error(`The registry could not be asked: ${textOf(message) || 'npm gave no report'}`);
  const found = Object.values(vulnerabilities).flatMap(advisoriesOf);
  return [...new Map(found.map((advisory) => [`${advisory.url} ${advisory.name}`, advisory])).values()];
}

/** What a package inherits from those it needs is a name; its own are told in full. */
function advisoriesOf(vulnerability: unknown): Advisory[] {
  const { via, fixAvailable } = fieldsOf(vulnerability);
  const causes: unknown[] = Array.isArray(via) ? via : [];
  return causes
    .map(fieldsOf)
    .filter(({ severity }) => SERIOUS_SEVERITIES.includes(textOf(severity)))
    .map(({ name, range, severity, title, url }) => ({
      name: textOf(name),
      range: textOf(range),
      severity: textOf(severity),
      title: textOf(title),
      url: textOf(url),
      fix: fixText(fixAvailable),
    }));
}

function fixText(fixAvailable: unknown): string | null {
  if (fixAvailable === true) return 'npm audit fix';
  const { name, version } = fieldsOf(fixAvailable);
  return name === undefined ? null : `${textOf(name)} ${textOf(version)}`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
