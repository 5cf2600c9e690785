import { bootService } from '@clearwatch/service-kit/boot/boot-service';
import { defineAnalytics } from './analytics-service-definition.ts';

await bootService('analytics', defineAnalytics);
