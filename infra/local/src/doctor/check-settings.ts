import { isStartVariable, START_VARIABLES } from '../start-variables.ts';
import { type Finding, note, well, wrong } from './finding.ts';
import { meantBy } from './look-alikes.ts';

const ABOUT = 'settings';
/** Known to a service, but also to every shell. */
const EVERYBODYS = new Set(['NODE_ENV', 'HOST', 'PORT']);

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Variables that nobody reads: misspelled ones, and those of a service that `npm start` does not pass on.
 * @param problem what kept the settings from being read at all
 * @param ofServices every variable that a service knows
 */
export function checkSettings(
  source: Source,
  { problem, ofServices }: { problem: string | null; ofServices: ReadonlySet<string> },
): Finding[] {
  const set = Object.keys(source).filter((name) => (source[name] ?? '') !== '' && !isStartVariable(name));
  const ignored = set.filter((name) => ofServices.has(name) && !EVERYBODYS.has(name));
  const misspelled = set.flatMap((name) => {
    const meant = ofServices.has(name) ? null : meantBy(name, namesToMean());
    return meant === null ? [] : [{ name, meant }];
  });
  const findings = [
    ...(problem === null
      ? []
      : [wrong(ABOUT, problem, 'Correct or unset them; README lists what each may be.')]),
    ...misspelled.map(({ name, meant }) =>
      wrong(ABOUT, `${name} is set, and nothing reads it`, `Did you mean ${meant}?`),
    ),
    ...ignored.map((name) =>
      note(
        ABOUT,
        `${name} is set, but npm start does not pass it on`,
        'It works in containers (docs/configuration.md).',
      ),
    ),
  ];
  return findings.length > 0 ? findings : [well(ABOUT, 'every variable that is set is known and valid')];
}

function namesToMean(): string[] {
  return START_VARIABLES.flatMap(({ name, isSecret }) =>
    isSecret === true ? [name, `${name}_FILE`] : [name],
  );
}
