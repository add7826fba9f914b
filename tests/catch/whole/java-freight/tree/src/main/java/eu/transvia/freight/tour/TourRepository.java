package eu.transvia.freight.tour;

import java.util.NoSuchElementException;
import java.util.Optional;

/** Port. To be used inside a unit of work. */
public interface TourRepository {

    void save(Tour tour);

    /** Locks the tour until the end of the unit of work: the commands on one tour are executed one after the other. */
    Optional<Tour> findById(String tourId);

    default Tour get(String tourId) {
        return findById(tourId).orElseThrow(() -> new NoSuchElementException("no tour " + tourId));
    }
}
