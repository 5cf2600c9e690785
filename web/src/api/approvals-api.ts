import type { ChosenApproval } from '@clearwatch/contracts/approvals';
import type { ApprovalDecision, ApprovalRequest, SecuritySettings } from '@clearwatch/contracts/approvals.dto';
import { ALWAYS, jsonQuery, post, put } from './api-client.ts';

export const SECURITY_SETTINGS_KEY = ['/api/settings/security'] as const;
export const APPROVALS_KEY = ['/api/approvals'] as const;

export const getSecuritySettings = () =>
  jsonQuery<SecuritySettings>(SECURITY_SETTINGS_KEY, SECURITY_SETTINGS_KEY[0], ALWAYS);
export const saveSecuritySettings = (body: { approvals: ChosenApproval[]; basedOn: number }) =>
  put<SecuritySettings>(SECURITY_SETTINGS_KEY[0], body);

export const listApprovals = () => jsonQuery<ApprovalRequest[]>(APPROVALS_KEY, APPROVALS_KEY[0], ALWAYS);
export const approve = (id: number) => post<ApprovalDecision>(`/api/approvals/${id}/approve`);
export const reject = (id: number) => post<ApprovalRequest>(`/api/approvals/${id}/reject`);
