import { fieldLabelOf } from '@clearwatch/contracts/field-labels';
import { getMetadataStorage, type ValidationError } from 'class-validator';

export interface FieldError {
  /** Path in the body: `amount.value`. */
  field: string;
  sentence: string;
}

/** A check as class-validator stores it. */
interface ValidationRule {
  name: string;
  args: readonly unknown[];
  /** Message of the wire class, where the general one does not fit. */
  message: string | null;
  /** Applies to every entry of a list. */
  isEach: boolean;
}

/** Type checks. Other checks are meaningless while one of these fails. */
const TYPE_RULES = new Set([
  'isString',
  'isInt',
  'isNumber',
  'isBoolean',
  'isArray',
  'isObject',
  'nestedValidation',
]);
const MAX_NAME_LENGTH = 60;

/**
 * One sentence for each invalid field, in the order of the class. The message of the class wins (spec.md section 5);
 * otherwise the sentence is composed from the checks and the label of the field.
 */
export function fieldErrors(errors: readonly ValidationError[]): FieldError[] {
  const found = errors.flatMap((error) => collectErrors(error, { path: '', place: '' }));
  // The same mistake in many rows is reported once, at its first place.
  return [...new Map(found.toReversed().map((problem) => [problem.key, problem])).values()]
    .toReversed()
    .map(({ field, sentence }) => ({ field, sentence }));
}

/** A single sentence is unchanged: texts of the specification have no final period. */
export function validationMessage(errors: readonly ValidationError[]): string {
  const sentences = fieldErrors(errors).map(({ sentence }) => sentence);
  return sentences.length === 1
    ? sentences.join('')
    : sentences.map((sentence) => sentence.replace(/\.?$/, '.')).join(' ');
}

interface FieldLocation {
  path: string;
  /** Position in lists, for people: "Row 3: ". */
  place: string;
}

function collectErrors(
  error: ValidationError,
  { path, place }: FieldLocation,
): (FieldError & { key: string })[] {
  const field = path === '' ? error.property : `${path}.${error.property}`;
  const broken = Object.keys(error.constraints ?? {});
  if (broken.length > 0)
    return [
      { key: field.replaceAll(/\.\d+(?=\.|$)/g, '[]'), field, sentence: place + messageFor(error, broken) },
    ];
  return (error.children ?? []).flatMap((child) => {
    if (!/^\d+$/.test(child.property)) return collectErrors(child, { path: field, place });
    const entry = `${place}${labelOf(error.property)} ${Number(child.property) + 1}: `;
    const where = { path: `${field}.${child.property}`, place: entry };
    const inner = child.children ?? [];
    // An entry that is not an object has no fields to name.
    return inner.length > 0
      ? inner.flatMap((deeper) => collectErrors(deeper, where))
      : [
          {
            key: `${field}[]`,
            field: where.path,
            sentence: `${labelOf(error.property)} must be a list of objects.`,
          },
        ];
  });
}

function messageFor(error: ValidationError, broken: readonly string[]): string {
  const { property, value } = error as { property: string; value?: unknown };
  if (broken.includes('whitelistValidation'))
    return `There is no field named "${property.slice(0, MAX_NAME_LENGTH)}" here.`;
  const label = labelOf(property);
  const rules = rulesOf(error);
  const failed = rules.filter(({ name }) => broken.includes(name));
  const words = ({ message }: ValidationRule): string | null =>
    message?.replaceAll('$property', label) ?? null;
  const isMissing = value === undefined || value === null || value === '';
  if (isMissing) {
    const own = failed.flatMap((rule) => (TYPE_RULES.has(rule.name) ? [] : (words(rule) ?? [])));
    return own[0] ?? `${label} is required.`;
  }
  const type = failed.find(({ name }) => TYPE_RULES.has(name));
  if (type !== undefined) {
    const isObject = rules.some(({ name }) => name === 'isObject' || name === 'nestedValidation');
    const isList = isListOf(rules);
    return (
      words(type) ??
      (Array.isArray(value) && !isList && !isObject
        ? `${label} must be a single value, not a list.`
        : typeMessage({ label, rules, isList }))
    );
  }
  const [first] = failed;
  if (first === undefined) return `${label} is not valid.`;
  return words(first) ?? limitMessage(first, { label, rules });
}

function labelOf(property: string): string {
  const label = fieldLabelOf(property);
  if (label !== null) return label;
  const words = property.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** In class order: TypeScript applies the decorators of a field last to first. */
function rulesOf({ target, property }: ValidationError): ValidationRule[] {
  if (target === undefined) return [];
  return getMetadataStorage()
    .getTargetValidationMetadatas(target.constructor, '', false, false)
    .filter((metadata) => metadata.propertyName === property)
    .map(({ name, type, constraints, message, each }) => ({
      name: name ?? type,
      args: constraints ?? [],
      // A nested class has a message of the library.
      message: typeof message === 'string' && type !== 'nestedValidation' ? message : null,
      isEach: each,
    }))
    .toReversed();
}

function isListOf(rules: readonly ValidationRule[]): boolean {
  return rules.some(({ name, isEach }) => isEach || name === 'isArray');
}

interface DescribedField {
  label: string;
  rules: readonly ValidationRule[];
  isList: boolean;
}

function typeMessage({ label, rules, isList }: DescribedField): string {
  const has = (name: string): boolean => rules.some((rule) => rule.name === name);
  if (has('isInt'))
    return `${label} must be ${isList ? 'a list of whole numbers' : 'a whole number'}${rangeText(rules)}.`;
  if (has('isNumber'))
    return `${label} must be ${isList ? 'a list of numbers' : 'a number'}${rangeText(rules)}.`;
  if (has('isBoolean')) return `${label} must be yes or no (true or false).`;
  if (isList && has('nestedValidation')) return `${label} must be a list of objects.`;
  if (isList) return `${label} must be a list of texts.`;
  if (has('isString')) return `${label} must be text.`;
  return `${label} must be an object with named fields.`;
}

function limitMessage(
  { name, args: [limit], isEach }: ValidationRule,
  { label, rules }: Omit<DescribedField, 'isList'>,
): string {
  const entries = isEach ? `Each entry of ${label}` : label;
  const size = Array.isArray(limit) ? limit.map(String).join(', ') : String(limit);
  switch (name) {
    case 'maxLength':
      return `${entries} must be at most ${size} characters.`;
    case 'minLength':
      return limit === 1 ? `${entries} is required.` : `${entries} must be at least ${size} characters.`;
    case 'min':
    case 'max':
      return `${entries} must be a ${rules.some((rule) => rule.name === 'isInt') ? 'whole ' : ''}number${rangeText(rules)}.`;
    case 'isIn':
      return `${entries} must be ${Array.isArray(limit) && limit.length > 1 ? 'one of ' : ''}${size}.`;
    case 'equals':
      return `${entries} must be ${size}.`;
    case 'arrayMaxSize':
      return `${label} may have at most ${size} entries.`;
    case 'arrayMinSize':
      return `${label} must have at least ${size} ${limit === 1 ? 'entry' : 'entries'}.`;
    case 'arrayUnique':
      return `${label} must not have the same entry twice.`;
    case 'isIso8601':
      return `${entries} must be a date or time, written like 2026-11-20T09:15:00Z.`;
    default:
      return `${entries} is not valid.`;
  }
}

function rangeText(rules: readonly ValidationRule[]): string {
  const bound = (name: string): unknown => rules.find((rule) => rule.name === name)?.args[0];
  const [min, max] = [bound('min'), bound('max')];
  const isBounded = typeof max === 'number' && max < Number.MAX_SAFE_INTEGER;
  if (typeof min === 'number') return isBounded ? ` from ${min} to ${max}` : ` from ${min}`;
  return isBounded ? ` up to ${max}` : '';
}
