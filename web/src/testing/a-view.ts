import type { SavedView } from '@clearwatch/contracts/saved-views.dto';

export const aView = (over: Partial<SavedView> = {}): SavedView =>
  Object.assign(
    {
      id: 5,
      screen: 'members',
      name: 'High risk',
      visibility: 'own',
      query: 'riskLevel=high',
      hiddenColumns: [],
      owner: 'admin',
      mayChange: true,
      isDefault: false,
      updatedAt: '2026-11-20T08:00:00Z',
    } as const,
    over,
  );
