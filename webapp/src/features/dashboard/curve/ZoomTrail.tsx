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
  /** Back to one of them, with those that are wider still. */
  onChange: (range: DayRange, trail: readonly DayRange[]) => void;
}

/** The periods one has looked closer from, and the one on screen; each leads back. */
export function ZoomTrail({ period, trail, onChange }: ZoomTrailProps) {
  const t = useT();
  const formats = useFormats();
  const text = ({ from, to }: DayRange) => formats.dayRange(from, to);
  const [widest] = trail;
  if (!widest) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
      <Breadcrumbs aria-label={t('dashboard.curve.trail')} sx={{ fontSize: '0.8125rem', mr: 'auto' }}>
        {trail.map((range, depth) => (
          <Link
            key={`${range.from} ${range.to}`}
            component="button"
            type="button"
            color="inherit"
            onClick={() => onChange(range, trail.slice(0, depth))}
          >
            {text(range)}
          </Link>
        ))}
        <Typography variant="body2" color="textPrimary" aria-current="location">
          {text(period)}
        </Typography>
      </Breadcrumbs>
      <Button
        size="small"
        color="inherit"
        className="no-print"
        startIcon={<ZoomOutMapOutlined />}
        onClick={() => onChange(widest, [])}
      >
        {t('design.curve.reset')}
      </Button>
    </Stack>
  );
}
