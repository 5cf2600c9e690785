import { getMetadataStorage } from 'class-validator';

interface Rule {
  name: string;
  constraints: readonly (string | number | readonly string[])[];
  message: string;
}

export interface SettingKind {
  /** What its value may be, in words. */
  kind: string;
  /** Whether a program starts without it. */
  isRequired: boolean;
}

/** What the validators of a setting demand of it. */
export function kindOf(shape: new () => object, name: string): SettingKind {
  const metadata = getMetadataStorage()
    .getTargetValidationMetadatas(shape, '', false, false)
    .filter(({ propertyName }) => propertyName === name);
  const rules = metadata.map((rule): Rule => {
    const { name: kind = '', constraints, message } = rule;
    return {
      name: kind,
      constraints: (constraints ?? []) as Rule['constraints'],
      message: typeof message === 'string' ? message : '',
    };
  });
  return {
    kind: wordsFor(rules, name),
    isRequired: !metadata.some(({ type }) => type === 'conditionalValidation'),
  };
}

function wordsFor(rules: readonly Rule[], name: string): string {
  const rule = (kind: string): Rule | undefined => rules.find((candidate) => candidate.name === kind);
  const values = rule('isIn')?.constraints[0];
  if (Array.isArray(values)) return values.join(', ');
  if (rule('isInt') !== undefined || rule('isNumber') !== undefined) {
    const [least, most] = [rule('min')?.constraints[0], rule('max')?.constraints[0]];
    const what = rule('isInt') === undefined ? 'number' : 'whole number';
    return [
      what,
      ...(least === undefined ? [] : [`from ${String(least)}`]),
      ...(most === undefined ? [] : [`to ${String(most)}`]),
    ].join(' ');
  }
  const shortest = rule('minLength')?.constraints[0];
  if (shortest !== undefined) return `text of ${String(shortest)} characters or more`;
  const said = (rule('matches') ?? rule('isUrl'))?.message ?? '';
  return said.replace(new RegExp(`^${name} must be (an? )?`), '') || 'text';
}
