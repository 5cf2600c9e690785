import { bootService } from '@clearwatch/service-kit/boot/boot-service';
import { authServiceDefinition } from './auth-service-definition.ts';

await bootService('auth', () => authServiceDefinition());
