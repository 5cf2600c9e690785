import { bootService } from '@clearwatch/service-kit/boot/boot-service';
import { defineAuth } from './auth.service-definition.ts';

await bootService('auth', () => defineAuth());
