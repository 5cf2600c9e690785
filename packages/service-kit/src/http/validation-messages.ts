import { fieldLabelOf } from '@clearwatch/contracts/field-labels';
import { getMetadataStorage, type ValidationError } from 'class-validator';

export interface FieldError {
  /** Path in the body, for example `amount.value`. */
  field: string;
  sentence: string;
}

/** A check as class-validator stores it. */
interface ValidationRule {
  name: string;
  args: readonly unknown[];
  /** Message declared in the wire class; null for the general message. */
  message: string | null;
  isEach: boolean;
}

/** Type checks. Other checks are meaningless when one of these fails. */
const TYPE_RULES = new Set(['isString', 'isInt', 'isNumber', 'isBoolean', 'isArray', 'isObject', 'nestedValidation']);
const MAX_NAME_LENGTH = 60;

/** One sentence for each invalid field, in class order. Messages in the class take precedence (spec section 5). */
export function fieldErrors(errors: readonly ValidationError[]): FieldError[] {
  const found = errors.flatMap((error) => collectErrors(error, { path: '', place: '' }));
  // Report a repeated mistake once, for the first row.
  const keyOf = ({ field }: FieldError) => field.replaceAll(/\.\d+(?=\.|$)/g, '[]');
  return [...new Map(found.toReversed().map((error) => [keyOf(error), error])).values()].toReversed();
}

/** Returns a single sentence unchanged, because texts in the specification have no final period. */
export function validationMessage(errors: readonly ValidationError[]): string {
  const sentences = fieldErrors(errors).map(({ sentence }) => sentence);
  return sentences.length === 1
    ? sentences.join('')
    : sentences.map((sentence) => sentence.replace(/\.?$/, '.')).join(' ');
}

/** @param at.place readable position in lists, for example "Row 3: " */
function collectErrors(error: ValidationError, { path, place }: { path: string; place: string }): FieldError[] {
  const field = path === '' ? error.property : `${path}.${error.property}`;
  const broken = Object.keys(error.constraints ?? {});
  if (broken.length > 0) return [{ field, sentence: place + messageFor(error, broken) }];
  return (error.children ?? []).flatMap((child) => {
    if (!/^\d+$/.test(child.property)) return collectErrors(child, { path: field, place });
    const entry = `${place}${fieldLabelOf(error.property)} ${Number(child.property) + 1}: `;
    const where = { path: `${field}.${child.property}`, place: entry };
    const inner = child.children ?? [];
    // An entry that is not an object has no fields to name.
    if (inner.length > 0) return inner.flatMap((deeper) => collectErrors(deeper, where));
    const isList = rulesOf(error).some(({ name, isEach }) => isEach || name === 'isArray');
    const expected = isList ? 'a list of objects' : 'an object with named fields';
    return [{ field: where.path, sentence: `${fieldLabelOf(error.property)} must be ${expected}.` }];
  });
}

function messageFor(error: ValidationError, broken: readonly string[]): string {
  const { property, value } = error as { property: string; value?: unknown };
  if (broken.includes('whitelistValidation')) return `Unknown field "${property.slice(0, MAX_NAME_LENGTH)}".`;
  const label = fieldLabelOf(property);
  const rules = rulesOf(error);
  const failed = rules.filter(({ name }) => broken.includes(name));
  const words = ({ message }: ValidationRule): string | null => message?.replaceAll('$property', label) ?? null;
  const isMissing = value === undefined || value === null || value === '';
  if (isMissing) {
    const own = failed.flatMap((rule) => (TYPE_RULES.has(rule.name) ? [] : (words(rule) ?? [])));
    return own[0] ?? `${label} is required.`;
  }
  const type = failed.find(({ name }) => TYPE_RULES.has(name));
  if (type !== undefined) {
    const isList = rules.some(({ name, isEach }) => isEach || name === 'isArray');
    const isSingle = !isList && !hasRule(rules, 'isObject', 'nestedValidation');
    if (Array.isArray(value) && isSingle) return words(type) ?? `${label} must be a single value, not a list.`;
    return words(type) ?? typeMessage({ label, rules, isList });
  }
  const [first] = failed;
  if (first === undefined) return `${label} is not valid.`;
  return words(first) ?? limitMessage(first, { label, rules });
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
      // For nested classes the message comes from the library.
      message: typeof message === 'string' && type !== 'nestedValidation' ? message : null,
      isEach: each,
    }))
    .toReversed();
}

interface DescribedField {
  label: string;
  rules: readonly ValidationRule[];
}

function hasRule(rules: readonly ValidationRule[], ...names: string[]): boolean {
  return rules.some(({ name }) => names.includes(name));
}

function typeMessage({ label, rules, isList }: DescribedField & { isList: boolean }): string {
  const range = rangeText(rules);
  if (hasRule(rules, 'isInt'))
    return `${label} must be ${isList ? 'a list of whole numbers' : 'a whole number'}${range}.`;
  if (hasRule(rules, 'isNumber')) return `${label} must be ${isList ? 'a list of numbers' : 'a number'}${range}.`;
  if (hasRule(rules, 'isBoolean')) return `${label} must be true or false.`;
  if (isList) return `${label} must be a list of ${hasRule(rules, 'nestedValidation') ? 'objects' : 'text values'}.`;
  return `${label} must be ${hasRule(rules, 'isString') ? 'text' : 'an object with named fields'}.`;
}

function limitMessage({ name, args: [limit], isEach }: ValidationRule, { label, rules }: DescribedField): string {
  const entries = isEach ? `Each entry in ${label}` : label;
  const size = Array.isArray(limit) ? limit.map(String).join(', ') : String(limit);
  const range = `${entries} must be a ${hasRule(rules, 'isInt') ? 'whole ' : ''}number${rangeText(rules)}.`;
  const texts: Readonly<Record<string, string>> = {
    maxLength: `${entries} must be at most ${size} characters.`,
    minLength: limit === 1 ? `${entries} is required.` : `${entries} must be at least ${size} characters.`,
    min: range,
    max: range,
    isIn: `${entries} must be ${Array.isArray(limit) && limit.length > 1 ? 'one of ' : ''}${size}.`,
    equals: `${entries} must be ${size}.`,
    arrayMaxSize: `${label} may have at most ${size} entries.`,
    arrayMinSize: `${label} must have at least ${size} ${limit === 1 ? 'entry' : 'entries'}.`,
    arrayUnique: `${label} must not contain duplicate entries.`,
    isIso8601: `${entries} must be a date or time such as 2026-11-20T09:15:00Z.`,
  };
  return texts[name] ?? `${entries} is not valid.`;
}

function rangeText(rules: readonly ValidationRule[]): string {
  const bound = (name: string): unknown => rules.find((rule) => rule.name === name)?.args[0];
  const [min, max] = [bound('min'), bound('max')];
  const isBounded = typeof max === 'number' && max < Number.MAX_SAFE_INTEGER;
  if (typeof min === 'number') return isBounded ? ` from ${min} to ${max}` : ` of at least ${min}`;
  return isBounded ? ` up to ${max}` : '';
}
