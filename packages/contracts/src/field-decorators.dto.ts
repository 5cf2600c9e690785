import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsString, Matches, MaxLength, MinLength, ValidateNested } from 'class-validator';

/** Money on the wire: decimal text with exactly two places, never a JSON number ("-1234.50"). */
export const IsMoney = (): PropertyDecorator => Matches(/^-?\d+\.\d{2}$/);

/** A ratio or percentage as decimal text ("61.5"). */
export const IsDecimalText = (): PropertyDecorator => Matches(/^-?\d+(\.\d+)?$/);

/** ISO date in a request. */
export const IsDay = (): PropertyDecorator =>
  Matches(/^\d{4}-\d{2}-\d{2}$/, { message: '$property must be a date such as 2026-11-20.' });

export const IsNested = (shape: () => new () => object): PropertyDecorator => combine(ValidateNested(), Type(shape));

export const IsListOf = (shape: () => new () => object): PropertyDecorator =>
  combine(IsArray(), ValidateNested({ each: true }), Type(shape));

export const IsTextList = (): PropertyDecorator => combine(IsArray(), IsString({ each: true }));

/** @param message for empty text */
export const IsRequiredText = (maxLength: number, message?: string): PropertyDecorator =>
  combine(IsString(), MinLength(1, message === undefined ? {} : { message }), MaxLength(maxLength));

/** In the order in which TypeScript applies stacked decorators: the message names the first failed check. */
export function combine(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    for (const decorate of decorators.toReversed()) decorate(target, key);
  };
}
