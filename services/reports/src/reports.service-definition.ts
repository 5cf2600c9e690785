import type { ServiceDefinition } from '@clearwatch/service-kit/boot/service-module';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { AiReportsApiModule } from './ai-reports/ai-reports-api.module.ts';

/** AI reports. It works on no queue, so its worker only answers health checks. */
export function defineReports(
  environment = readEnvironment(ServiceEnvironment),
): ServiceDefinition<ServiceEnvironment> {
  return { name: 'reports', environment, entities: [], api: [AiReportsApiModule] };
}
