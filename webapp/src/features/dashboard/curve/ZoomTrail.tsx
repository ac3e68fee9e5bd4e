import ZoomOutMapOutlined from '@mui/icons-material/ZoomOutMapOutlined';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from '../../../design/period';

interface ZoomTrailProps {
  period: DayRange;
  trail: readonly DayRange[];
  onChange: (trail: DayRange[]) => void;
}

/** The stretches one has looked into, from the period to what is on screen; each leads back. */
export function ZoomTrail({ period, trail, onChange }: ZoomTrailProps) {
  const t = useT();
  const formats = useFormats();
  const text = ({ from, to }: DayRange) => formats.dayRange(from, to);
  const here = trail.at(-1);
  if (!here) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
      <Breadcrumbs aria-label={t('dashboard.curve.trail')} sx={{ fontSize: '0.8125rem', mr: 'auto' }}>
        {[period, ...trail.slice(0, -1)].map((range, depth) => (
          <Link
            key={`${range.from} ${range.to}`}
            component="button"
            type="button"
            color="inherit"
            onClick={() => onChange(trail.slice(0, depth))}
          >
            {text(range)}
          </Link>
        ))}
        <Typography variant="body2" color="textPrimary" aria-current="location">
          {text(here)}
        </Typography>
      </Breadcrumbs>
      <Button
        size="small"
        color="inherit"
        className="no-print"
        startIcon={<ZoomOutMapOutlined />}
        onClick={() => onChange([])}
      >
        {t('design.curve.reset')}
      </Button>
    </Stack>
  );
}
