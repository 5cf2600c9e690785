import { isDay } from '@clearwatch/domain/calendar/day';
import { ValidateBy } from 'class-validator';

/** A day that exists, ISO: "2026-02-30" would fail in the database. */
export const IsExistingDay = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isExistingDay',
      validator: { validate: (value: unknown) => typeof value === 'string' && isDay(value) },
    },
    { message: '$property must be a day, written like 2026-11-20.' },
  );
