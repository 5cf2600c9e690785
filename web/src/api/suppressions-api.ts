import type { Suppression, SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import { ALWAYS, pageQuery, post, requestJson } from './api-client.ts';

const PATH = '/api/detection/suppressions';
export const SUPPRESSIONS_KEY = [PATH] as const;

/** The largest page the server allows. Suppressions in force come first, and there are few. */
const MAX_IN_FORCE = 500;

export const listSuppressions = () =>
  pageQuery<Suppression>(SUPPRESSIONS_KEY, `${PATH}?page=1&pageSize=${MAX_IN_FORCE}`);
export const listSuppressionPage = ({ page, pageSize }: { page: number; pageSize: number }) =>
  pageQuery<Suppression>(
    [...SUPPRESSIONS_KEY, { page, pageSize }],
    `${PATH}?page=${page}&pageSize=${pageSize}`,
    ALWAYS,
  );
/** 409 when the rule is already suppressed for the account. */
export const addSuppression = (body: SuppressRequest) => post<Suppression>(PATH, body);
/** 409 when it has already ended or expired. */
export const liftSuppression = (id: number) => requestJson<Suppression>(`${PATH}/${id}`, { method: 'DELETE' });
