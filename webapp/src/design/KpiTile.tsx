import Skeleton from '@mui/material/Skeleton';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import type { ReactNode } from 'react';
import { RowIcon } from './RowIcon';
import './tile.css';

export interface KpiTileProps {
  label: string;
  /** Number and unit apart: see `formats.energyParts`. Absent = no data, shown as a dash. */
  value?: { value: string; unit: string } | undefined;
  nature?: NatureKey;
  /** Relative change, 0.05 = five percent more than the period before. */
  trend?: number | undefined;
  /** What the trend is measured against; the period before when absent. */
  against?: 'previous' | 'yearBefore';
  /** On which days the trend was looked at, when it is not all of them. */
  over?: string;
  /** A line of words under the figure, instead of the trend. */
  note?: ReactNode;
  loading?: boolean;
  /** How the figure is made, for who asks. */
  help?: string;
}

/**
 * One figure with its name. The colour of a nature is repeated by its name, never alone. A dashboard has a dozen:
 * they are plain elements with classes, as rows are. What `help` says is shown by the `Tips` around them.
 */
export function KpiTile(props: KpiTileProps) {
  const { label, value, nature, trend, against = 'previous', over, note, loading = false, help } = props;
  const t = useT();
  return (
    <div className="tile print-whole">
      <div className="tile-head">
        {nature && (
          <span
            aria-hidden="true"
            className="tile-nature"
            style={{ backgroundColor: `var(--mui-palette-nature-${nature})` }}
          />
        )}
        <h3 className="tile-name">{label}</h3>
        {help && (
          <button type="button" className="icon-button tile-help no-print" aria-label={help} data-tip={help}>
            <RowIcon name="info" />
          </button>
        )}
      </div>
      <p className="tile-value">
        {loading ? (
          <Skeleton width={120} animation={false} />
        ) : value ? (
          <>
            {value.value}
            <span className="tile-unit">
              {'\u202f'}
              {value.unit}
            </span>
          </>
        ) : (
          t('formats.none')
        )}
      </p>
      <div className="tile-note">
        {note ?? (trend !== undefined && !loading && <Trend change={trend} {...{ against, over }} />)}
      </div>
    </div>
  );
}

interface TrendProps {
  change: number;
  against: 'previous' | 'yearBefore';
  over: string | undefined;
}

/** Arrow and figure; what they are against is said once for all tiles, and to who hears each. */
function Trend({ change, against, over }: TrendProps) {
  const t = useT();
  const formats = useFormats();
  const value = formats.rate(Math.abs(change));
  const words = Math.abs(change) < 0.0005 ? 'design.trend.same' : change > 0 ? 'design.trend.up' : 'design.trend.down';
  return (
    <>
      <span aria-hidden="true" className="tile-trend">
        {words === 'design.trend.same' ? '=' : change > 0 ? '▲' : '▼'} {value}
      </span>
      <span style={visuallyHidden}>
        {t(words, { value })} {t(`design.trend.${against}`)}
      </span>
      {over && ` ${over}`}
    </>
  );
}
