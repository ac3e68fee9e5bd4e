import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Site } from './sites';

/** A site by its name; one that has left or is to come says so. */
export function SiteName({ site }: { site: Site }) {
  const days = useSiteDays()(site);
  return (
    <>
      {site.name}
      {days && (
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {days}
        </Typography>
      )}
    </>
  );
}

/** "parti le 14 octobre 2026"; undefined for a site that is there today. */
export function useSiteDays(): (site: Site) => string | undefined {
  const t = useT();
  const formats = useFormats();
  return ({ left, comes }) => {
    if (left) return t('allocation.site.left', { date: formats.day(left, 'medium') });
    return comes && t('allocation.site.comes', { date: formats.day(comes, 'medium') });
  };
}
