import { Matches } from 'class-validator';

/** Money on the wire: decimal text with exactly two places, never a JSON number ("-1234.50"). */
export const IsMoney = (): PropertyDecorator => Matches(/^-?\d+\.\d{2}$/);

/** A ratio or percentage as decimal text ("61.5"). */
export const IsDecimalText = (): PropertyDecorator => Matches(/^-?\d+(\.\d+)?$/);
