import { SetMetadata } from '@nestjs/common';
import type { ActorRole } from './actor.ts';

export const ALLOWED_ROLES = 'clearwatch:allowed-roles';

/** Who may call a route. A route without it answers nobody: forgetting it is safe and found by the first test. */
export const Allow = (...roles: ActorRole[]) => SetMetadata(ALLOWED_ROLES, roles);

/** Every signed-in member of staff. */
export const AllowStaff = () => Allow('User', 'Admin');

export const PUBLIC_ROUTE = 'clearwatch:public-route';
/** For health checks only. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true);
