import type { AlertContext } from '@clearwatch/contracts/alerts.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { AlertViews } from '../detail/alert-views.service.ts';
import { noSuchAlert } from '../row/no-such-alert.ts';
import { type AlertPlace, SurroundingsRepository } from './surroundings.repository.ts';

/** The normal that most rules compare with covers 90 days; a month more shows how it came to be. */
const DAYS_BEFORE = 120;
const DAYS_AFTER = 30;

@Injectable()
export class SurroundingsService {
  constructor(
    private readonly repository: SurroundingsRepository,
    private readonly views: AlertViews,
  ) {}

  /** Looking at them is looking at the alert. @throws AppError `not_found` */
  async read(actor: Actor, id: number): Promise<AlertContext> {
    const surroundings = await this.of(id);
    await this.views.note(actor, id);
    return surroundings;
  }

  /** For whoever writes down himself who sees them. @throws AppError `not_found` */
  async of(id: number): Promise<AlertContext> {
    const place = await this.repository.placeOf(id);
    if (place === null) throw noSuchAlert();
    const stretch = stretchOf(place);
    const [days, otherAlerts] = await Promise.all([
      this.repository.daysOf(place.accountNumber, stretch),
      this.repository.otherAlertsOf(id),
    ]);
    return { ...stretch, days, otherAlerts };
  }
}

/** From 120 days before the window to 30 after it, as far as the ledger reaches; the window is never cut. */
function stretchOf({ window, ledger }: AlertPlace): { firstDay: string; lastDay: string } {
  const [wantedFirst, wantedLast] = [
    addDays(window.firstDay, -DAYS_BEFORE),
    addDays(window.lastDay, DAYS_AFTER),
  ];
  if (ledger === null) return window;
  return {
    firstDay: earlier(window.firstDay, later(wantedFirst, ledger.firstDay)),
    lastDay: later(window.lastDay, earlier(wantedLast, ledger.lastDay)),
  };
}

const earlier = (left: string, right: string) => (left < right ? left : right);
const later = (left: string, right: string) => (left > right ? left : right);
